import styled, { css } from 'styled-components';
import { around, type Around } from '../layout/spacing';
import { Link } from './Link';

/** One line, truncated with an ellipsis. */
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Small text: 13 pixels. */
export const smallText = css`
  font-size: var(--text-sm);
  line-height: 20px;
`;

/** The smallest text, for secondary information. */
export const fineText = css`
  color: var(--ink-3);
  font-size: var(--text-xs);
  line-height: 16px;
`;

/** Title of a page: 26/32 pixels, 24 on phones. */
export const titleText = css`
  font-size: var(--text-2xl);
  font-weight: var(--weight-semibold);
  line-height: 32px;
  letter-spacing: -0.019em;
  text-wrap: balance;
`;

/** Large title of an introductory page: 34/40 pixels, 28 on phones. */
export const heroText = css`
  font-size: var(--text-3xl);
  font-weight: 620;
  line-height: 1.18;
  letter-spacing: -0.022em;
  word-spacing: 0.03em;
  text-wrap: balance;
`;

/** Heading of a section or a dialog. */
export const SectionTitle = styled.h2<Around>`
  font-size: var(--text-xl);
  font-weight: var(--weight-semibold);
  line-height: 28px;
  letter-spacing: -0.015em;
  ${around}
`;

/** Heading of a subsection. */
export const SmallTitle = styled.h3<Around>`
  font-size: var(--text-md);
  font-weight: var(--weight-semibold);
  line-height: 24px;
  letter-spacing: var(--track-snug);
  ${around}
`;

/** Introductory text after a title. */
export const Lead = styled.p<Around>`
  max-width: 62ch;
  color: var(--ink-2);
  font-size: var(--text-md);
  line-height: 24px;
  text-wrap: pretty;
  ${around}
`;

/** Small secondary text. */
export const Small = styled.p<Around>`
  color: var(--ink-2);
  ${smallText}
  ${around}
`;

/** Text beside an icon, which is aligned with the first line. */
export const besideIcon = css`
  display: flex;
  align-items: flex-start;
  gap: 6px;

  & > svg {
    margin-top: 2px;
  }
`;

/** As `Small`, beside a grey icon. */
export const SmallWithIcon = styled(Small)`
  ${besideIcon}
  & > svg {
    color: var(--ink-3);
  }
`;

/** Help text below a field. */
export const Hint = styled.p<Around>`
  color: var(--ink-3);
  ${smallText}
  ${around}
`;

/** A paragraph in `fineText`. */
export const Fine = styled.p<Around>`
  ${fineText}
  ${around}
`;

/** Emphasized first line of an entry. */
export const Strong = styled.p`
  font-weight: var(--weight-medium);
`;

/** Grey text for a missing value. */
export const Faint = styled.span`
  color: var(--ink-3);
`;

/** A URL, a path or a code inside a sentence. */
export const Mono = styled.span`
  font-family: var(--font-mono);
  font-size: 0.9em;
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
`;

/** Inline code with a background. */
export const InlineCode = styled.code`
  padding: 1px 5px;
  border-radius: var(--r-xs);
  background: var(--sunken);
  font: 450 0.9em / 1.4 var(--font-mono);
`;

/** Styles of a link inside text. */
export const linkText = css`
  border-radius: 2px;
  color: var(--accent-text);
  font-weight: var(--weight-medium);
  text-decoration: underline;
  text-decoration-color: var(--accent-line);
  text-decoration-thickness: 1px;
  text-underline-offset: 3px;

  &:hover {
    text-decoration-color: currentColor;
  }
`;

export const TextLink = styled(Link)`
  ${linkText}
`;

/** A button that reads like a link inside text. */
export const TextButton = styled.button.attrs({ type: 'button' })`
  ${linkText}
  font-weight: var(--weight-medium);
`;

/** Visually hidden text for screen readers. */
export const Unseen = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** A key of the keyboard, as a `kbd`. */
export const Key = styled.kbd`
  min-width: 20px;
  padding: 1px 5px;
  border: 1px solid var(--line-strong);
  border-radius: 5px;
  background: var(--subtle);
  color: var(--ink-3);
  font: var(--weight-medium) 11px / 16px var(--font-mono);
  text-align: center;
`;
