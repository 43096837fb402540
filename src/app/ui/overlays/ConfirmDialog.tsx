import { useLayoutEffect, useState } from 'react';
import { Button, type ButtonProps } from '../forms/Button';
import { Dialog, DialogActions, type DialogProps, DialogText } from './Dialog';

/**
 * Returns the handler of a confirmation, which closes the dialog when the confirmed operation is over; a toast shows the outcome.
 *
 * @param working whether the operation is running; undefined if the owner closes the dialog
 * @param onClose called when it is over: the owner unmounts the dialog, which then asks again the next time
 */
export function useConfirmed(working: boolean | undefined, onConfirmed: () => void, onClose: () => void) {
  const [isConfirmed, setConfirmed] = useState(false);
  const over = isConfirmed && working === false;
  useLayoutEffect(() => {
    if (over) onClose();
  }, [over, onClose]);
  return () => {
    onConfirmed();
    setConfirmed(true);
  };
}

/** Properties of a confirmation. With `working` the dialog stays open until the operation is over, and then closes itself. */
export interface ConfirmDialogProps extends Omit<DialogProps, 'role' | 'wide'>, Pick<ButtonProps, 'look'> {
  /** Label of the button that cancels. */
  readonly keep: string;
  /** Label of the button that confirms. */
  readonly go: string;
  readonly onConfirm: () => void;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, keep, go, look = 'primary', working, onConfirm, onClose } = props;
  const confirm = useConfirmed(working, onConfirm, onClose);
  return (
    <Dialog title={title} working={working} onClose={onClose}>
      <DialogText>{children}</DialogText>
      <DialogActions>
        <Button onClick={onClose}>{keep}</Button>
        <Button look={look} loading={working} onClick={confirm}>
          {go}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
