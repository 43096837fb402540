import {
  type AriaAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import styled from 'styled-components';
import { Stack, Line } from '../layout/spacing';
import { IconButton } from './Button';
import { bareInput, fieldLook, Select, preventInputZoom } from './fieldStyles';
import { Icon } from '../display/Icon';
import { besideIcon, Hint, Small } from '../display/text';

export const FieldLabel = styled.label`
  color: var(--ink);
  font-size: var(--text-sm);
  font-weight: var(--weight-medium);
  line-height: 20px;
`;

export const TextInput = styled.input`
  ${fieldLook}
  padding: 0 12px;

  &::placeholder {
    color: var(--ink-3);
    opacity: 1;
  }
  ${preventInputZoom}
`;

const Tall = styled(TextInput)`
  height: max(40px, var(--control));
`;

const PasswordBox = styled(Line)`
  ${fieldLook}
  height: max(40px, var(--control));
  padding: 0 4px 0 12px;

  & > input {
    ${bareInput}
  }
`;

const ErrorLine = styled(Small)`
  ${besideIcon}
  color: var(--danger-text);
`;

/** The error of a field, with an icon. */
export const FieldError = ({ id, children }: { readonly id?: string; readonly children: ReactNode }) => (
  <ErrorLine id={id}>
    <Icon name="alert" />
    <span>{children}</span>
  </ErrorLine>
);

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: ReactNode;
  readonly hint?: string;
  /** Error; replaces the hint and marks the field as invalid. */
  readonly error?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

interface DescribedProps extends Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'> {
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Returns the attributes that link a field to its label and to the line below it, and that line: the error or the hint. */
export function useField({ error, hint, 'aria-invalid': marked, 'aria-describedby': about }: DescribedProps) {
  const id = useId();
  const lineId = `${id}-line`;
  const line = error ? <FieldError id={lineId}>{error}</FieldError> : hint && <Hint id={lineId}>{hint}</Hint>;
  const props = {
    id,
    'aria-invalid': error || marked ? true : undefined,
    'aria-describedby': [about, line && lineId].filter(Boolean).join(' ') || undefined,
  };
  return { props, line };
}

/** An input with a label above it, and an error or a hint below it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const { props, line } = useField({ ...input, error, hint });
  return (
    <Stack $gap={6}>
      <FieldLabel htmlFor={props.id}>{label}</FieldLabel>
      <Tall {...input} {...props} />
      {line}
    </Stack>
  );
}

export interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly error?: string;
}

/** A native select with a label above it, and an error or a hint below it. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  const { props, line } = useField({ ...select, error, hint });
  return (
    <Stack $gap={6}>
      <FieldLabel htmlFor={props.id}>{label}</FieldLabel>
      <Select {...select} {...props} />
      {line}
    </Stack>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, ...input }: Omit<FieldProps, 'type'>) {
  const { props, line } = useField({ ...input, error, hint });
  const [shown, setShown] = useState(false);
  return (
    <Stack $gap={6}>
      <FieldLabel htmlFor={props.id}>{label}</FieldLabel>
      <PasswordBox data-invalid={Boolean(error || input['aria-invalid'])}>
        <input {...input} {...props} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        />
      </PasswordBox>
      {line}
    </Stack>
  );
}

/** A form of one line: a field without a visible label, elements beside it, and the error below. */
export const LineForm = styled.form<{ $flex?: string; $widest?: number }>`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  & > input {
    flex: ${({ $flex = '1 1 220px' }) => $flex};
    max-width: ${({ $widest = 400 }) => $widest}px;
  }
  & > p {
    flex-basis: 100%;
  }
`;

/** The field of a {@link LineForm}; its children are rendered beside it. */
export function LineField({ error, children, ...input }: Omit<FieldProps, 'label' | 'hint'>) {
  const { props, line } = useField({ ...input, error });
  return (
    <>
      <TextInput {...input} {...props} />
      {children}
      {line}
    </>
  );
}
