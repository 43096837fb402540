import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Button } from '../forms/Button';
import { Dialog, DialogActions, DialogText } from './Dialog';
import { Field } from '../forms/Field';
import { useForm } from '../forms/useForm';

const Confirm = styled.div`
  margin-top: 20px;

  & b {
    font-weight: var(--weight-semibold);
    overflow-wrap: anywhere;
  }
`;

interface ConfirmByNameProps {
  /** What is to go; it has to be typed. */
  readonly name: string;
  /** The question. */
  readonly title: string;
  /** What it means. */
  readonly children: ReactNode;
  readonly keep: string;
  readonly remove: string;
  readonly working: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
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
