import { useState } from 'react';
import { useWindowEvent } from '../ui/forms/useWindowEvent';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Makes the whole page the target of a dragged file.
 *
 * @param take called with the first file that is dropped
 * @param enabled otherwise a dropped file does nothing, and is not opened by the browser either
 * @returns whether a file is being dragged over the page
 */
export function useFileDrag(take: (file: File) => void, enabled: boolean): boolean {
  const [dragged, setDragged] = useState(false);
  useWindowEvent('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer?.files[0];
    if (enabled && file) take(file);
  });
  useWindowEvent('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setDragged(true);
  });
  useWindowEvent('dragleave', (event) => {
    if (event.relatedTarget === null) setDragged(false);
  });
  return dragged && enabled;
}
