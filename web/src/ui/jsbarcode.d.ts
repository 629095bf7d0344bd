/** The one encoder that is used. */
declare module 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js' {
  type Encoder = new (text: string, options: object) => { encode(): { data: string } };
  const exported: Encoder | { default: Encoder };
  export default exported;
}
