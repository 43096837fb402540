import styled from 'styled-components';
import { fieldLook, unzoomed } from './fieldLook';

/** The browser's own list of choices, in the look of a field. */
export const Select = styled.select`
  ${fieldLook}
  appearance: none;
  padding: 0 28px 0 8px;
  background-image:
    linear-gradient(45deg, transparent 50%, var(--ink-3) 50%),
    linear-gradient(-45deg, transparent 50%, var(--ink-3) 50%);
  background-repeat: no-repeat;
  background-position:
    calc(100% - 17px) 55%,
    calc(100% - 12px) 55%;
  background-size: 5px 5px;
  font-size: var(--text-sm);
  ${unzoomed}
`;
