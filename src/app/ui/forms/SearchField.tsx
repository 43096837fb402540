import { type KeyboardEvent, useRef } from 'react';
import styled from 'styled-components';
import { bareInput, fieldLook } from './fieldStyles';
import { Icon } from '../display/Icon';
import { WideOnly } from '../layout/spacing';
import { Key } from '../display/text';
import { Button } from './Button';
import { useShortcuts } from './useShortcuts';

const Box = styled.label<{ $large: boolean }>`
  ${fieldLook}
  display: flex;
  flex: 0 1 300px;
  align-items: center;
  gap: 8px;
  height: ${({ $large }) => ($large ? '44px' : undefined)};
  padding: 0 ${({ $large }) => ($large ? 14 : 10)}px;
  color: var(--ink-3);

  & > input {
    ${bareInput}
  }
  & > input::-webkit-search-cancel-button {
    display: none;
  }
`;

interface SearchFieldProps {
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly large?: boolean;
  /** Whether to focus it on mount. */
  readonly focused?: boolean;
}

/** A search field. `/` focuses it; Esc clears it, and bubbles only if it is empty. */
export function SearchField({ label, value, onChange, large = false, focused = false }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '') return;
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  };
  useShortcuts({ '/': () => ref.current?.focus() });
  return (
    <Box $large={large}>
      <Icon name="search" />
      <input
        ref={ref}
        autoFocus={focused}
        type="search"
        placeholder={label}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={clear}
      />
      <WideOnly>
        <Key aria-hidden="true">/</Key>
      </WideOnly>
    </Box>
  );
}

interface ClearSearchProps {
  readonly children?: string;
  readonly onClear: () => void;
}

/** A button that clears a search without results, and focuses the field, as the button is removed with it. */
export function ClearSearch({ children = 'Clear search', onClear }: ClearSearchProps) {
  const clearAndFocus = () => {
    document.querySelector<HTMLElement>('[type=search]')?.focus();
    onClear();
  };
  return <Button onClick={clearAndFocus}>{children}</Button>;
}
