import { useId, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { FieldError } from '../parts/Field';
import { fieldLook } from '../parts/fieldLook';
import { Icon } from '../parts/Icon';

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  min-width: 0;
`;

const Label = styled.span`
  color: var(--ink);
  font-size: var(--text-sm);
  font-weight: var(--weight-medium);
  line-height: 20px;
`;

const Opener = styled.button`
  ${fieldLook}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  height: max(40px, var(--control));
  padding: 0 12px;
  color: var(--ink);
  text-align: left;

  & > span {
    overflow: hidden;
    min-width: 0;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > svg {
    color: var(--ink-3);
  }
  &[aria-expanded='true'] > svg {
    rotate: 180deg;
  }
`;

const Inside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  max-height: 240px;
  overflow-y: auto;
  padding: 12px;
  border: 1px solid var(--line);
  border-radius: var(--r);
  background: var(--subtle);
`;

interface DisclosedFieldProps {
  readonly label: string;
  /** What is chosen, in words. */
  readonly summary: string;
  readonly error?: string;
  readonly children: ReactNode;
}

/** A field that says what is chosen, and opens what there is to choose below it. */
export function DisclosedField({ label, summary, error, children }: DisclosedFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Stack>
      <Label id={`${id}-label`}>{label}</Label>
      <Opener
        type="button"
        aria-expanded={open}
        aria-controls={open ? `${id}-inside` : undefined}
        aria-labelledby={`${id}-label ${id}-summary`}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        data-invalid={error !== undefined}
        onClick={() => setOpen(!open)}
      >
        <span id={`${id}-summary`}>{summary}</span>
        <Icon name="down" />
      </Opener>
      {open && <Inside id={`${id}-inside`}>{children}</Inside>}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Stack>
  );
}
