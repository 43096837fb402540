import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { PasswordField } from '../ui/forms/Field';
import { Split, SplitHeading } from '../ui/layout/Split';
import { Small } from '../ui/display/text';
import type { RootState } from '../rootReducer';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { selectRefusal, selectSending } from './accountSelectors';
import { type AccountForm, formTouched } from './accountSlice';

/** The fields of a section, one under the other. */
export const SectionForm = styled.form`
  display: grid;
  gap: 14px;
  max-width: 360px;
`;

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What it is about. */
  readonly about: ReactNode;
  readonly id?: string;
}

/** A part of the account page: what it is about at the left, the thing itself at the right. */
export const Section = ({ id, title, about, children }: SectionProps) => (
  <Split>
    <div>
      <SplitHeading id={id}>{title}</SplitHeading>
      <Small id={id && `${id}-about`}>{about}</Small>
    </div>
    <div>{children}</div>
  </Split>
);

const Asked = styled.div`
  margin-top: 20px;
`;

interface AskedPasswordProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly password: string;
  /** What is wrong with it, if anything is. */
  readonly wrong: string | undefined;
  readonly onType: (password: string) => void;
}

/** The field of a dialog that asks whoever is logged in for their password. */
export const AskedPassword = ({ field, name, password, wrong, onType }: AskedPasswordProps) => (
  <Asked>
    <PasswordField
      ref={field}
      name={name}
      label="Your password"
      autoComplete="current-password"
      value={password}
      error={wrong}
      onChange={(event) => onType(event.target.value)}
    />
  </Asked>
);

/** How a form of the page is: whether it is being sent, why it was refused. The focus goes to the field that is wrong. */
export function useForm(form: AccountForm) {
  const dispatch = useAppDispatch();
  const sending = useAppSelector((state: RootState) => selectSending(state, form));
  const refusal = useAppSelector((state: RootState) => selectRefusal(state, form));
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal?.field === undefined) return;
    box.current?.querySelector<HTMLInputElement>(`input[name="${refusal.field}"]`)?.focus();
  }, [refusal]);
  /** What is wrong with a field; without a field, with the form. */
  const errorOf = (field?: string) => (refusal?.field === field ? refusal?.message : undefined);
  const touch = () => refusal !== undefined && dispatch(formTouched(form));
  return { box, sending, errorOf, touch };
}

/** The focus in the field of a step, whenever something is wrong with what it holds. */
export function useWrongField(wrong: string | undefined, state: object) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong !== undefined) field.current?.focus();
  }, [wrong, state]);
  return field;
}
