import styled from 'styled-components';

/** The card of a code block: its head, and the code under it. */
export const CodeBox = styled.section`
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--code-bg);
`;

export const CodeHead = styled.div`
  display: flex;
  align-items: center;
  gap: 2px;
  min-height: 40px;
  padding: 0 6px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
`;

/** Code; it scrolls sideways and by keyboard. */
export const CodeText = styled.pre`
  overflow: auto;
  padding: 14px 16px;
  color: var(--ink);
  font: 450 12px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  tab-size: 2;

  &:focus-visible {
    outline-offset: -2px;
  }
  & [data-kind='string'] {
    color: var(--code-str);
  }
  & [data-kind='number'] {
    color: var(--code-num);
  }
  & [data-kind='word'] {
    color: var(--code-kw);
  }
  & [data-kind='comment'] {
    color: var(--code-com);
  }
  & [data-kind='key'] {
    color: var(--code-key);
  }
`;
