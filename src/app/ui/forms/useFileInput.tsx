import { type ChangeEvent, useRef } from 'react';
import { refusedKind, uploadEndings } from '../../../contract/uploadKinds';

const MEBIBYTE = 1024 * 1024;

/** Why a file cannot be sent, where that is known before anything is. @param limit bytes of the largest upload */
export const refusalOf = ({ name, size }: File, limit: number) =>
  refusedKind(name) ?? (size > limit ? `This file is larger than ${Math.floor(limit / MEBIBYTE)} MB.` : undefined);

/** The browser's own choice of a workbook: its hidden input, and what opens it. */
export function useFileInput(label: string, take: (file: File) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) take(file);
    target.value = '';
  };
  const accept = uploadEndings.join(',');
  const input = <input ref={ref} type="file" hidden accept={accept} aria-label={label} onChange={onChange} />;
  return { input, choose: () => ref.current?.click() };
}
