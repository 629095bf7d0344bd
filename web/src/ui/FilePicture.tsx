import { useCallback } from 'react';

/** A chosen picture that is not uploaded yet. */
export function FilePicture({ file, className }: { file: File; className: string | undefined }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined;
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} alt="" className={className} />;
}
