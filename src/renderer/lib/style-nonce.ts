const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content;

// Under this name the libraries that put style sheets into the page look for the nonce of the content policy.
if (nonce) Reflect.set(globalThis, "__webpack_nonce__", nonce);

export {};
