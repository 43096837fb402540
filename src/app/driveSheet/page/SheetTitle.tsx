import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { Line } from '../../ui/layout/spacing';
import { ellipsis } from '../../ui/display/text';
import { IconButton } from '../../ui/forms/Button';
import { PageHeading } from '../../ui/layout/PageHeading';
import { preventInputZoom } from '../../ui/forms/fieldStyles';
import { sheetRenamed } from '../state/sheetSlice';
import { useAppDispatch } from '../../storeHooks';

const Box = styled(Line)`
  gap: 0;
  min-width: 0;

  & > button:not(:focus-visible) {
    position: absolute;
    overflow: hidden;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
  }
`;

const Heading = styled(PageHeading)`
  ${ellipsis}
  border-radius: var(--r-xs);
  font-size: var(--text-md);
  line-height: 24px;
  letter-spacing: var(--track-snug);
  cursor: text;
`;

const Input = styled.input`
  width: 100%;
  max-width: 420px;
  height: 30px;
  padding: 0 6px;
  border: 1px solid var(--line-control);
  border-radius: var(--r-sm);
  background: var(--surface);
  font-size: var(--text-md);
  font-weight: var(--weight-semibold);
  ${preventInputZoom}
`;

interface NameInputProps {
  readonly name: string;
  readonly label: string;
  readonly onName: (name: string) => void;
  readonly onEnd: () => void;
  /** Restores the focus after a key has ended the renaming. */
  readonly focusBack: () => void;
  readonly className?: string;
}

/** An input that renames something: Enter and blur save the name, Esc discards it. */
export function NameInput({ name, label, onName, onEnd, focusBack, className }: NameInputProps) {
  const save = ({ currentTarget: { value } }: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const next = value.trim();
    if (next !== '' && next !== name) onName(next);
    onEnd();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
    event.preventDefault();
    flushSync(() => (event.key === 'Enter' ? save(event) : onEnd()));
    focusBack();
  };
  return (
    <Input
      autoFocus
      className={className}
      aria-label={label}
      defaultValue={name}
      maxLength={300}
      onFocus={(event) => event.target.select()}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
}

/** The title of the spreadsheet; a click renames it, and so does a button that is visible on keyboard focus only. */
export function SheetTitle({ title, page }: { readonly title: string; readonly page: string }) {
  const dispatch = useAppDispatch();
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (renaming) {
    return (
      <NameInput
        name={title}
        label="Name of the spreadsheet"
        onName={(name) => dispatch(sheetRenamed({ title: name }))}
        onEnd={() => setRenaming(false)}
        focusBack={() => button.current?.focus()}
      />
    );
  }
  return (
    <Box onClick={() => setRenaming(true)}>
      <Heading page={page}>{title}</Heading>
      <IconButton ref={button} icon="pencil" label="Rename" />
    </Box>
  );
}
