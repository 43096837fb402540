import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from '../forms/Button';
import { Dialog, DialogActions, type DialogProps, DialogText } from './Dialog';
import styled from 'styled-components';
import { Field } from '../forms/Field';
import { useForm } from '../forms/useForm';

/** Properties of a confirmation; the dialog stays open while `working` is set. */
export interface ConfirmDialogProps extends Omit<DialogProps, 'role' | 'wide'>, Pick<ButtonProps, 'look'> {
  /** Label of the button that cancels. */
  readonly keep: string;
  /** Label of the button that confirms. */
  readonly go: string;
  readonly onConfirm: () => void;
}

/** Asks for confirmation. */
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
 * Tracks when a confirmed operation is over, so that its dialog can close; a toast shows the outcome.
 *
 * @param working whether the operation is running
 * @param onClose called when it is over: the owner unmounts the dialog, which then asks again the next time
 * @returns whether it is over, and the handler of the confirmation
 */
export function useConfirmed(
  working: boolean,
  onConfirmed: () => void,
  onClose: () => void,
): [over: boolean, confirm: () => void] {
  const [isConfirmed, setConfirmed] = useState(false);
  const over = isConfirmed && !working;
  useEffect(() => {
    if (over) onClose();
  }, [over, onClose]);
  const confirm = () => {
    onConfirmed();
    setConfirmed(true);
  };
  return [over, confirm];
}

const Confirm = styled.div`
  margin-top: 20px;

  & b {
    font-weight: var(--weight-semibold);
    overflow-wrap: anywhere;
  }
`;

interface ConfirmByNameProps extends Omit<ConfirmDialogProps, 'go' | 'look'> {
  /** Name of the thing to delete, which the person has to type. */
  readonly name: string;
  readonly remove: string;
}

/** Asks for confirmation of a permanent deletion: the button is enabled when the name has been typed. */
export function ConfirmByName({
  name,
  title,
  children,
  keep,
  remove,
  working,
  onConfirm,
  onClose,
}: ConfirmByNameProps) {
  const isNamed = ({ typed }: { readonly typed: string }) => typed.trim() === name.trim();
  const { props, field, values } = useForm(
    { typed: '' },
    { problems: (typed) => ({ typed: isNamed(typed) ? undefined : '' }), working, onSubmit: onConfirm },
  );
  return (
    <Dialog title={title} working={working} onClose={onClose}>
      <DialogText>{children}</DialogText>
      <form {...props}>
        <Confirm>
          <Field
            label={
              <>
                Type <b>{name}</b> to confirm
              </>
            }
            autoComplete="off"
            spellCheck={false}
            {...field('typed')}
          />
        </Confirm>
        <DialogActions>
          <Button onClick={onClose}>{keep}</Button>
          <Button type="submit" look="danger" loading={working} disabled={!isNamed(values)}>
            {remove}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
