import type { EngineEvent } from "../../../../shared/engine-process.js";

const maxStreams = 32;
/** What a reader may leave unread; one that leaves more reads everything again when it comes back. */
const maxUnreadBytes = 256 * 1_024;
export const pingMs = 25_000;

interface Stream {
  readonly deviceId: number;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly disconnect: () => void;
}

/** The pages that are open on devices, as server-sent events. */
export class EventStreams {
  readonly #isActive: (deviceId: number) => boolean;
  readonly #streams = new Set<Stream>();
  readonly #encoder = new TextEncoder();

  constructor(isActive: (deviceId: number) => boolean) {
    this.#isActive = isActive;
  }

  /**
   * Ends the oldest stream if there are too many: its page opens another one if it is still there. `disconnect` is called
   * when a stream ends, whatever its reader has left unread.
   */
  open(deviceId: number, disconnect: () => void): ReadableStream<Uint8Array> {
    const [oldest] = this.#streams;
    if (oldest !== undefined && this.#streams.size >= maxStreams) this.#end(oldest);
    let stream: Stream | undefined;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = { deviceId, controller, disconnect };
          this.#streams.add(stream);
          this.#write(stream, "retry: 3000\n\n");
        },
        cancel: () => {
          if (stream !== undefined) this.#streams.delete(stream);
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes }),
    );
  }

  send(event: EngineEvent): void {
    if (this.#streams.size > 0) this.#writeToAll(`event: engine\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Keeps proxies from ending the streams, and finds those whose device is gone. */
  ping(): void {
    this.#writeToAll(": ping\n\n");
  }

  endAll(deviceId?: number): void {
    for (const stream of this.#streams)
      if (deviceId === undefined || stream.deviceId === deviceId) this.#end(stream);
  }

  #writeToAll(text: string): void {
    for (const stream of this.#streams)
      if (this.#isActive(stream.deviceId)) this.#write(stream, text);
      else this.#end(stream);
  }

  #write(stream: Stream, text: string): void {
    stream.controller.enqueue(this.#encoder.encode(text));
    if ((stream.controller.desiredSize ?? 0) < 0) this.#end(stream);
  }

  #end(stream: Stream): void {
    // The reader may have cancelled it.
    if (!this.#streams.delete(stream)) return;
    stream.controller.close();
    stream.disconnect();
  }
}
