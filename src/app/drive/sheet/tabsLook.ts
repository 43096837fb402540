import styled from 'styled-components';

/** The strip at the bottom of the page. */
export const Foot = styled.footer`
  display: flex;
  flex: none;
  align-items: stretch;
  height: 44px;
  padding-right: 12px;
  background: var(--sheet-head);
`;

/** The tabs hang from a line, as in a spreadsheet. */
export const Hanging = styled.nav`
  display: flex;
  flex: 1;
  gap: 4px;
  min-width: 0;
  overflow-x: auto;
  padding: 0 12px 3px;
  border-top: 1px solid var(--line-strong);
  scrollbar-width: none;
`;

export const AddTab = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  height: 34px;
  padding: 0 10px;
  border: 0;
  border-radius: 0 0 9px 9px;
  color: var(--ink-3);
  background: none;

  &:hover {
    color: var(--ink);
    background: var(--sunken);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

export const TabBox = styled.span<{ $here: boolean }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  max-width: 280px;
  height: ${({ $here }) => ($here ? 36 : 34)}px;
  margin-top: ${({ $here }) => ($here ? '-1px' : 0)};
  border: 1px solid ${({ $here }) => ($here ? 'var(--accent)' : 'var(--line)')};
  border-top: 0;
  border-radius: 0 0 9px 9px;
  color: ${({ $here }) => ($here ? 'var(--on-accent)' : 'var(--ink-2)')};
  background: ${({ $here }) => ($here ? 'var(--accent)' : 'var(--subtle)')};
  font-size: var(--text-sm);
  font-weight: ${({ $here }) => ($here ? 'var(--weight-semibold)' : 'inherit')};
  white-space: nowrap;

  &:hover {
    ${({ $here }) => !$here && 'color: var(--ink); background: var(--sunken);'}
  }
  & > a {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    height: 100%;
    padding: 0 14px;
    border-radius: 0 0 9px 9px;
  }
  & > a > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > a[aria-current] {
    padding-right: 4px;
  }
  & > a[aria-current]::before {
    content: '';
    flex: none;
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentColor;
  }
  & > button {
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    margin-right: 6px;
    padding: 0;
    border: 0;
    border-radius: var(--r-xs);
    color: inherit;
    background: none;
  }
  & > a:focus-visible,
  & > button:focus-visible {
    outline-color: ${({ $here }) => ($here ? 'var(--on-accent)' : 'var(--focus)')};
    outline-offset: -3px;
  }
`;
