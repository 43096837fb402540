import styled, { css } from 'styled-components';

/** Breakpoints of the layout (custom properties do not work in media queries). */
export const below = {
  /** Gutters and titles shrink. */
  gutters: '@media (max-width: 639px)',
  /** The navigation collapses and tables become lists. */
  lists: '@media (max-width: 760px)',
  /** Two columns become one. */
  columns: '@media (max-width: 1023px)',
} as const;

/** Hidden on phones. */
export const hideOnPhones = css`
  ${below.lists} {
    display: none;
  }
`;

/** Shows the focus ring inside, where there is no space around. */
export const insetFocus = css`
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** Lines between the children. */
export const ruled = css`
  & > * + * {
    border-top: 1px solid var(--line);
  }
`;

/** The layout column of a page: 1140 pixels and the gutters. */
export const Column = styled.div`
  width: 100%;
  max-width: calc(var(--content) + 2 * var(--gutter));
  margin-inline: auto;
  padding-inline: var(--gutter);
`;

/** A column with a distance to the header, for most pages. */
export const Page = styled(Column)`
  padding-top: 40px;

  ${below.lists} {
    padding-top: 28px;
  }
`;

/** Title and lead at the left, the action of the page at the right. */
export const PageHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 16px 24px;
  margin-bottom: 24px;

  & > :first-child {
    flex: 1 1 280px;
    min-width: 0;
  }

  & > :first-child > * + * {
    margin-top: 4px;
  }
  ${below.lists} {
    & > a {
      width: 100%;
    }
  }
`;

/** A length: pixels, or a CSS length. */
type Length = number | string;

const lengthOf = (length: Length) => (typeof length === 'number' ? `${length}px` : length);

/** Margins and padding of an element. */
export interface Around {
  /** Margin above, in pixels. */
  readonly $top?: number;
  /** Margin below, in pixels. */
  readonly $bottom?: number;
  /** Padding. */
  readonly $pad?: Length;
  /** Minimum height. */
  readonly $atLeast?: Length;
  /** Side with a separating line. */
  readonly $line?: 'top' | 'bottom';
}

/** Styles of {@link Around}. */
export const around = css<Around>`
  ${({ $top }) => $top !== undefined && `margin-top: ${$top}px;`}
  ${({ $bottom }) => $bottom !== undefined && `margin-bottom: ${$bottom}px;`}
  ${({ $pad }) => $pad !== undefined && `padding: ${lengthOf($pad)};`}
  ${({ $atLeast }) => $atLeast !== undefined && `min-height: ${lengthOf($atLeast)};`}
  ${({ $line }) => $line && `border-${$line}: 1px solid var(--line);`}
`;

/** Gaps between children, with {@link Around}. */
interface Gapped extends Around {
  /** Gap between children; a CSS value where rows and columns differ. */
  readonly $gap?: Length;
}

/** Styles of {@link Gapped}. */
export const gap = css<Gapped>`
  gap: ${({ $gap = 8 }) => lengthOf($gap)};
  ${around}
`;

/** Children side by side, which wrap. */
export const Row = styled.div<Gapped>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  ${gap}
`;

/** A raised box. */
export const Card = styled.div<Around>`
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  ${around}
`;

/** A card around a list, with clipped corners. */
export const ListCard = styled(Card)`
  overflow: hidden;
`;

/** A page with one centred block. */
export const Centre = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  place-items: start center;
  padding: 72px 16px;
`;

/** Hidden on phones. */
export const WideOnly = styled.span`
  ${hideOnPhones}
`;

/** An element with margins and padding. */
export const Block = styled.div<Around>`
  ${around}
`;

/** As `Row`, with the space between the children. */
export const Spread = styled(Row)`
  justify-content: space-between;
`;

/** As `Row`, without wrapping. */
export const Line = styled(Row)`
  flex-wrap: nowrap;
`;

/** Children one below the other. */
export const Stack = styled.div<Gapped>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${gap}
`;

interface ColumnsProps extends Gapped {
  /** Widths of the columns, as `grid-template-columns`. */
  readonly $of: string;
  readonly $below: keyof typeof below;
}

/** Children in columns; one below the other in windows below a breakpoint. */
export const Columns = styled.div<ColumnsProps>`
  display: grid;
  grid-template-columns: ${({ $of }) => $of};
  ${gap}

  ${({ $below }) => below[$below]} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
