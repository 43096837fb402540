import { useState } from 'react';
import { Button, type ButtonProps } from '../forms/Button';
import { Dialog, DialogActions, type DialogProps, DialogText } from './Dialog';
import styled from 'styled-components';
import { Field } from '../forms/Field';
import { useForm } from '../forms/useForm';

/** The dialog stays as long as what was confirmed is being done. */
export interface ConfirmDialogProps extends Omit<DialogProps, 'role' | 'wide'>, Pick<ButtonProps, 'look'> {
  /** The safe answer. */
  readonly keep: string;
  readonly go: string;
  readonly onConfirm: () => void;
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

const Confirm = styled.div`
  margin-top: 20px;

  & b {
    font-weight: var(--weight-semibold);
    overflow-wrap: anywhere;
  }
`;

interface ConfirmByNameProps extends Omit<ConfirmDialogProps, 'go' | 'look'> {
  /** What is to go; it has to be typed. */
  readonly name: string;
  readonly remove: string;
}

/** Asks whether something is to go for good: its name has to be typed before the button wakes. */
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
