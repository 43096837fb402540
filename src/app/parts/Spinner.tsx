import styled, { keyframes } from 'styled-components';

export const turn = keyframes`
  to { transform: rotate(1turn); }
`;

/** A turning arc; it stands still, beside its word, for people who want no motion. */
export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  flex: none;
  width: 16px;
  height: 16px;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  opacity: 0.9;
  animation: ${turn} 0.8s linear infinite;
`;
