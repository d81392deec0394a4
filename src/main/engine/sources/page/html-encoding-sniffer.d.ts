declare module "html-encoding-sniffer" {
  function sniffEncoding(
    bytes: Uint8Array,
    options?: { readonly transportLayerEncodingLabel?: string; readonly defaultEncoding?: string },
  ): string;
  export = sniffEncoding;
}
