import type { RunningApp } from "../electron.js";
import {
  expectAccessible,
  goTo,
  inspect,
  lookUp,
  lookUpBox,
  type Place,
  photograph,
  photographInGerman,
  photographZoomed,
  resize,
  resizeTo,
  type SizeName,
} from "../window.js";
import { Ui } from "./ui.js";

/** The app's window: its parts, its pictures and its size. */
export class AppUi extends Ui {
  readonly #tidemark: RunningApp;

  constructor(tidemark: RunningApp) {
    super(tidemark.page);
    this.#tidemark = tidemark;
  }

  get lookUpBox() {
    return lookUpBox(this.#tidemark.page);
  }

  readonly lookUp = (text: string) => lookUp(this.#tidemark.page, text);
  readonly goTo = (place: Place) => goTo(this.#tidemark.page, place);
  readonly expectAccessible = () => expectAccessible(this.#tidemark.page);
  readonly photograph = (name: string, isStill?: boolean) => photograph(this.#tidemark, name, isStill);
  readonly photographInGerman = (name: string) => photographInGerman(this.#tidemark, name);
  readonly photographZoomed = (name: string) => photographZoomed(this.#tidemark, name);
  readonly inspect = (name: string) => inspect(this.#tidemark, name);
  readonly resize = (size: SizeName) => resize(this.#tidemark, size);
  readonly resizeTo = (size: Parameters<typeof resizeTo>[1]) => resizeTo(this.#tidemark, size);
}
