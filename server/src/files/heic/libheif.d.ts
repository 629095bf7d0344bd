declare module 'libheif-js/wasm-bundle.js' {
  interface Picture {
    data: Uint8ClampedArray<ArrayBuffer>;
    width: number;
    height: number;
  }
  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Null if it cannot be decoded. */
    display(into: Picture, done: (picture: Picture | null) => void): void;
  }
  const heif: { HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] } };
  export default heif;
}
