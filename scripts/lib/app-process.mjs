/** Starting Electron from a checkout: environment, sandbox, and filtering of its output. */

/** As root, Chromium refuses to start with its sandbox. */
export const isRootOnLinux = process.platform === "linux" && process.getuid?.() === 0;

/**
 * The environment for Electron, without variables that would turn it into plain Node or preload code.
 * @param {NodeJS.ProcessEnv} [extra]
 */
export function appEnv(extra = {}) {
  const env = { ...process.env, ...extra };
  delete env.NODE_OPTIONS;
  delete env.ELECTRON_RUN_AS_NODE;
  return env;
}

const noisePatterns = [
  // [1234:0101/120000.123456:ERROR:gpu_process_host.cc(991)] …; FATAL is kept, because it explains why the app ends.
  /^\[\d+(:\d+)?:\d{4}\/\d{6}\.\d+:(INFO|WARNING|ERROR|VERBOSE\d*):/,
  /^\(\S+:\d+\): [\w-]+-(WARNING|CRITICAL|Message) \*\*/i,
  /^(libva|MESA|Fontconfig|dconf|libEGL|glx)\b/,
  /^(Xlib: {2}extension|Gtk-Message:|DevTools listening on )/,
];

/**
 * Whether a line of stderr is noise from Chromium or GTK.
 * @param {string} line
 */
export function isChromiumNoise(line) {
  if (process.env.TIDEMARK_VERBOSE === "1") return false;
  return noisePatterns.some((pattern) => pattern.test(line));
}
