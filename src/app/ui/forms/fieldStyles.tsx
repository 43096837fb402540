import styled, { css } from 'styled-components';
import { below } from '../layout/spacing';

/** Styles of the box of an input and its states, for the input itself or an element around it. */
export const fieldLook = css`
  width: 100%;
  min-width: 0;
  height: var(--control);
  border: 1px solid var(--line-control);
  border-radius: var(--r);
  background: var(--surface);
  font-size: var(--text-base);
  transition: border-color var(--t-fast);

  &:hover {
    border-color: var(--ink-3);
  }
  &:focus-within {
    border-color: var(--focus);
    outline: 2px solid var(--focus);
    outline-offset: -1px;
  }
  &[data-invalid='true'],
  &[aria-invalid='true'] {
    border-color: var(--danger);
  }
  &[data-invalid='true']:focus-within,
  &[aria-invalid='true']:focus-within {
    outline-color: var(--danger);
  }
`;

/** Prevents that phones zoom into an input, which they do for text below 16 pixels. */
export const preventInputZoom = css`
  ${below.lists} {
    font-size: 16px;
  }
`;

/** Styles of an input without a box, inside an element with `fieldLook`. */
export const bareInput = css`
  flex: 1;
  min-width: 0;
  height: 100%;
  padding: 0;
  border: 0;
  outline: 0;
  color: var(--ink);
  background: none;
  text-overflow: ellipsis;

  &::placeholder {
    color: var(--ink-3);
    opacity: 1;
  }
  ${preventInputZoom}
`;

/** An option: its value, and its text where that differs. */
type Option = string | readonly [value: string | number, words: string];

/** The options of a {@link Select}. */
export const Options = ({ of }: { readonly of: readonly Option[] }) =>
  of.map((option) => {
    const [value, words] = typeof option === 'string' ? [option, option] : option;
    return (
      <option key={value} value={value}>
        {words}
      </option>
    );
  });

/** A native select in the style of a field. */
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
  ${preventInputZoom}
`;
