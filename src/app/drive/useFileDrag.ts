import { useEffect, useEffectEvent, useState } from 'react';

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
  const drop = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer?.files[0];
    if (enabled && file) take(file);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setDragged(false);
    const listener = (event: DragEvent) => drop(event);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', listener);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', listener);
    };
  }, []);
  return dragged && enabled;
}
