import { useCallback } from 'react';

interface PdfFrameProps {
  file: Blob;
  /** Its accessible name, in the user's language. */
  title: string;
  className: string | undefined;
  /** Called with the address under which it is shown. */
  onAddress?: (address: string) => void;
}

/** A PDF in place, in the browser's own reader. Its type is set here, so that any bytes are read only as a PDF. */
export function PdfFrame({ file, title, className, onAddress }: PdfFrameProps) {
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame === null) return undefined;
      const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }));
      frame.src = address;
      onAddress?.(address);
      return () => URL.revokeObjectURL(address);
    },
    [file, onAddress],
  );
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
  return <iframe ref={show} title={title} className={className} />;
}
