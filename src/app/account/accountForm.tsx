import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { Button, type ButtonProps } from '../ui/forms/Button';
import { Block } from '../ui/layout/spacing';
import { DialogActions, DialogText } from '../ui/overlays/Dialog';
import { PasswordField } from '../ui/forms/Field';
import { type FormOptions, useForm } from '../ui/forms/useForm';
import { SplitSection } from '../ui/layout/Split';
import { useAppSelector } from '../storeHooks';
import { type AccountForm, selectForm } from './accountSlice';
import { ENTER_PASSWORD } from './accountWords';

/** A form with its fields in one column. */
export const SectionForm = styled.form`
  display: grid;
  gap: 14px;
  max-width: 360px;
`;

/** A section of the account page. */
export const Section = ({ children, ...rest }: ComponentProps<typeof SplitSection>) => (
  <SplitSection {...rest}>
    <div>{children}</div>
  </SplitSection>
);

/** Returns the form hook of a section; whether its request is in flight, and why it was refused, comes from the state. */
export function useAccountForm<Values extends object>(
  form: AccountForm,
  initial: Values,
  options: Omit<FormOptions<Values>, 'working' | 'refusal'>,
) {
  const { working, refusal } = useAppSelector(selectForm, form);
  return { ...useForm(initial, { ...options, working, refusal }), working };
}

/** Returns the problem of an empty password. */
export const passwordProblems = ({ password }: { readonly password: string }) => ({
  password: password === '' ? ENTER_PASSWORD : undefined,
});

interface AskedPasswordProps extends Pick<ButtonProps, 'look'> {
  readonly text: string;
  /** Label of the submit button. */
  readonly go: string;
  /** Why the last password was refused. */
  readonly wrong: string | undefined;
  readonly working: boolean;
  readonly onGive: (given: { readonly password: string }) => void;
  /** Undefined if the user cannot cancel. */
  readonly onCancel?: (() => void) | undefined;
}

/** The content of a dialog that asks the signed-in user for the password. */
export function AskedPassword({ text, go, look = 'primary', wrong, working, onGive, onCancel }: AskedPasswordProps) {
  const refusal = wrong === undefined ? undefined : { message: wrong, field: 'password' };
  const { props, field } = useForm(
    { password: '' },
    { problems: passwordProblems, refusal, working, onSubmit: onGive },
  );
  return (
    <form {...props}>
      <DialogText>{text}</DialogText>
      <Block $top={20}>
        <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
      </Block>
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look={look} loading={working}>
          {go}
        </Button>
      </DialogActions>
    </form>
  );
}
