/** The cookie of a paired device. Over TLS, browsers accept it from this host alone, whatever other hosts set. */

const maxAgeSeconds = 365 * 86_400;
const secretShape = /^[\w-]{43}$/;

function cookieName(isSecure: boolean): string {
  return isSecure ? "__Host-tidemark" : "tidemark";
}

export function deviceCookie(secret: string, isSecure: boolean): string {
  const age = secret === "" ? 0 : maxAgeSeconds;
  const secure = isSecure ? "; Secure" : "";
  return `${cookieName(isSecure)}=${secret}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** The secret in the `Cookie` header; null if there is none in its form. */
export function readDeviceCookie(header: string | undefined, isSecure: boolean): string | null {
  const prefix = `${cookieName(isSecure)}=`;
  const cookies = (header ?? "").split(";").map((each) => each.trim());
  const secret = cookies.find((each) => each.startsWith(prefix))?.slice(prefix.length) ?? "";
  return secretShape.test(secret) ? secret : null;
}
