import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../forms/Button';
import { Dialog, DialogActions, DialogText } from './Dialog';

export interface ConfirmDialogProps extends Pick<ButtonProps, 'look'> {
  /** The question. */
  readonly title: string;
  /** What it means. */
  readonly children: ReactNode;
  /** The safe answer. */
  readonly keep: string;
  readonly go: string;
  /** It is being done: the dialog stays as long as that takes. */
  readonly working?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done. */
export const ConfirmDialog = ({ title, children, keep, go, look, working, onConfirm, onClose }: ConfirmDialogProps) => (
  <Dialog title={title} working={working} onClose={onClose}>
    <DialogText>{children}</DialogText>
    <DialogActions>
      <Button onClick={onClose}>{keep}</Button>
      <Button look={look ?? 'primary'} loading={working} onClick={onConfirm}>
        {go}
      </Button>
    </DialogActions>
  </Dialog>
);

/**
 * Whether a question is answered and what it asked about is over: a toast tells how it went.
 *
 * @param working whether it is being done
 * @returns whether it is over, and what says that it was confirmed
 */
export function useConfirmed(working: boolean, confirmed: () => void): [over: boolean, confirm: () => void] {
  const [pressed, setPressed] = useState(false);
  const confirm = () => {
    confirmed();
    setPressed(true);
  };
  return [pressed && !working, confirm];
}
