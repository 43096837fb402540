import { limits } from '../../../contract/limits';
import { unescaped } from './escapes';

/** Joins the runs of a text (`t`, or `r` with `t`), leaving out how it is pronounced (`rPh`). Names without prefix. */
export interface RichText {
  start(): void;
  open(name: string): void;
  text(piece: string): void;
  close(name: string): void;
  value(): string;
}

export function createRichText(): RichText {
  let joined = '';
  let run = '';
  let inRun = false;
  let spoken = false;
  return {
    start() {
      joined = '';
      spoken = false;
    },
    open(name) {
      if (name === 'rPh') spoken = true;
      if (name !== 't') return;
      inRun = !spoken;
      run = '';
    },
    text(piece) {
      if (inRun) run += piece;
    },
    close(name) {
      if (name === 'rPh') spoken = false;
      if (name !== 't' || !inRun) return;
      // Space around a text is kept even where it is not marked as meant: many programs forget the mark.
      // What is over is cut, and told, where the cell stands.
      if (joined.length <= limits.charactersPerCell) joined += unescaped(run);
      inRun = false;
    },
    value: () => joined,
  };
}
