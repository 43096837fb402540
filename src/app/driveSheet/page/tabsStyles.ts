import styled from 'styled-components';
import { currentTab, hangingBar, tabPoint, tabShape } from '../../ui/layout/hangingTabs';

/** The strip at the bottom of the page. */
export const Foot = styled.footer`
  display: flex;
  flex: none;
  align-items: stretch;
  height: 44px;
  padding-right: 12px;
  background: var(--sheet-head);
`;

export const Hanging = styled.nav`
  ${hangingBar}
  flex: 1;
  min-width: 0;
  padding-inline: 12px;
  border-top-width: 1px;
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
  ${tabShape}
  ${({ $here }) => $here && currentTab}

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
  & > a > small {
    color: ${({ $here }) => ($here ? 'inherit' : 'var(--ink-3)')};
    font-size: var(--text-xs);
    font-weight: var(--weight-regular);
  }
  & > a[aria-current] {
    padding-right: 4px;
  }
  & > a[aria-current]::before {
    ${tabPoint}
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
