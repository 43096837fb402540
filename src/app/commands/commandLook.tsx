import styled, { keyframes } from 'styled-components';
import { ellipsis, fineText } from '../ui/display/text';
import { bareInput } from '../ui/forms/fieldStyles';

const rise = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

/** The menu stands near the top, so that it does not jump while its list gets shorter. */
export const Box = styled.dialog`
  width: calc(100% - 32px);
  max-width: 600px;
  max-height: min(560px, calc(100vh - 96px));
  margin-top: min(120px, 15vh);
  padding: 0;
  border: 0;
  border-radius: var(--r-xl);
  color: var(--ink);
  background: var(--raised);
  box-shadow: var(--shadow-4);

  &[open] {
    display: flex;
    flex-direction: column;
    overflow: hidden;
    animation: ${rise} var(--t-slow) var(--ease);
  }
  &::backdrop {
    background: var(--scrim);
  }
`;

export const SearchLine = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  height: 56px;
  padding: 0 18px;
  border-bottom: 1px solid var(--line);
  color: var(--ink-3);

  & > input {
    ${bareInput}
    font-size: 16px;
  }
`;

export const List = styled.div`
  overflow-y: auto;
  padding: 8px;
  font-size: var(--text-sm);
`;

export const GroupName = styled.div`
  padding: 8px 10px 4px;
  ${fineText}
`;

export const Option = styled.div`
  display: flex;
  align-items: center;
  gap: 9px;
  min-height: 34px;
  padding: 0 10px;
  border-radius: var(--r-sm);
  cursor: pointer;

  & > svg {
    color: var(--ink-3);
  }
  & > span {
    ${ellipsis}
  }
  & > span + span {
    color: var(--ink-3);
  }
  & > kbd {
    flex: none;
  }
  & > :is(span, svg):has(+ kbd) {
    margin-right: auto;
  }
  &[aria-selected='true'] {
    background: var(--raised-hover);
  }
`;

export const Nothing = styled.p`
  padding: 24px 18px;
  color: var(--ink-2);
  font-size: var(--text-sm);
`;
