const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content;

// Libraries that insert style sheets read the policy's nonce from this name.
if (nonce) Reflect.set(globalThis, "__webpack_nonce__", nonce);

export {};
