import { type ChangeEvent, useRef } from 'react';
import { refusedKind, uploadEndings } from '../../../contract/uploadKinds';
import { MEBIBYTE } from '../display/numbers';

/** Returns why a file cannot be uploaded, as far as its name and size tell. @param limit maximum size in bytes */
export const refusalOf = ({ name, size }: File, limit: number) =>
  refusedKind(name) ?? (size > limit ? `This file is larger than ${Math.floor(limit / MEBIBYTE)} MB.` : undefined);

/** Returns a hidden file input for a workbook, and a function that opens the file picker. */
export function useFileInput(label: string, onFile: (file: File) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onFile(file);
    target.value = '';
  };
  const accept = uploadEndings.join(',');
  const input = <input ref={ref} type="file" hidden accept={accept} aria-label={label} onChange={onChange} />;
  return { input, choose: () => ref.current?.click() };
}
