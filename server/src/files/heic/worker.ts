import type { HeicAnswer, HeicJob } from './job.ts';

/** The decoder requests memory here; the limits of a thread do not count it. */
function limitMemory(bytesMax: number): void {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its own `this`.
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function limited(pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > bytesMax) throw new RangeError('the picture needs too much memory');
    return grow.call(this, pages);
  };
}

async function decode({ content, pixelsMax }: HeicJob): Promise<HeicAnswer> {
  const { default: heif } = await import('libheif-js/wasm-bundle.js');
  const images = new heif.HeifDecoder().decode(content);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (image === undefined) return 'broken';
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0 && height > 0)) return 'broken';
  // The size in the container: larger images are not unpacked.
  if (width * height > pixelsMax) return 'large';
  const given = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const shown = await new Promise<typeof given | null>((resolve) => image.display(given, resolve));
  return shown === null ? 'broken' : { width, height, pixels: shown.data };
}

/** Decodes one picture; the thread ends afterwards. */
export default async function run(job: HeicJob): Promise<HeicAnswer> {
  limitMemory(job.bytesMax);
  // The decoder logs files that it cannot read; the caller is informed instead.
  console.log = () => undefined;
  return decode(job).catch((): HeicAnswer => 'broken');
}
