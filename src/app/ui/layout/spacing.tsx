import styled, { css } from 'styled-components';

/** Widths at which the layout changes (custom properties do not work in media queries). */
export const below = {
  /** Gutters and titles shrink. */
  gutters: '@media (max-width: 639px)',
  /** The navigation collapses and tables become lists. */
  lists: '@media (max-width: 760px)',
  /** Two columns become one. */
  columns: '@media (max-width: 1023px)',
} as const;

/** Not shown on phones. */
export const hideOnPhones = css`
  ${below.lists} {
    display: none;
  }
`;

/** The focus is shown inside, where there is no room around. */
export const insetFocus = css`
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** A line between two of the things in it. */
export const ruled = css`
  & > * + * {
    border-top: 1px solid var(--line);
  }
`;

/** The page's column: 1140 pixels and the gutters. */
export const Column = styled.div`
  width: 100%;
  max-width: calc(var(--content) + 2 * var(--gutter));
  margin-inline: auto;
  padding-inline: var(--gutter);
`;

/** A column that starts below the header, as every work page does. */
export const Page = styled(Column)`
  padding-top: 40px;

  ${below.lists} {
    padding-top: 28px;
  }
`;

/** Title and lead at the left, the page's action at the right. */
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

/** A length: pixels, or as CSS has it. */
type Length = number | string;

const lengthOf = (length: Length) => (typeof length === 'number' ? `${length}px` : length);

/** Room around something, and in it. */
export interface Around {
  /** Pixels above, where there is room. */
  readonly $top?: number;
  /** Pixels below. */
  readonly $bottom?: number;
  /** Inside, on all sides. */
  readonly $pad?: Length;
  /** It is as high as this, or higher. */
  readonly $atLeast?: Length;
  /** A line parts it from what stands there. */
  readonly $line?: 'top' | 'bottom';
}

/** Makes room around something, and in it. */
export const around = css<Around>`
  ${({ $top }) => $top !== undefined && `margin-top: ${$top}px;`}
  ${({ $bottom }) => $bottom !== undefined && `margin-bottom: ${$bottom}px;`}
  ${({ $pad }) => $pad !== undefined && `padding: ${lengthOf($pad)};`}
  ${({ $atLeast }) => $atLeast !== undefined && `min-height: ${lengthOf($atLeast)};`}
  ${({ $line }) => $line && `border-${$line}: 1px solid var(--line);`}
`;

/** Room between things, and around them. */
export interface Gapped extends Around {
  /** Between things; as CSS has it where rows and columns differ. */
  readonly $gap?: Length;
}

/** Makes room between things, and around them. */
export const gap = css<Gapped>`
  gap: ${({ $gap = 8 }) => lengthOf($gap)};
  ${around}
`;

/** Things side by side, wrapping where there is no room. */
export const Row = styled.div<Gapped>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  ${gap}
`;

/** A raised sheet that holds one thing. */
export const Card = styled.div<Around>`
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  ${around}
`;

/** A card around a list, whose corners it clips. */
export const ListCard = styled(Card)`
  overflow: hidden;
`;

/** A page that is one block in the middle. */
export const Centre = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  place-items: start center;
  padding: 72px 16px;
`;

/** Not shown on phones. */
export const WideOnly = styled.span`
  ${hideOnPhones}
`;

/** Something with room around it. */
export const Block = styled.div<Around>`
  ${around}
`;

/** As `Row`, from one edge to the other. */
export const Spread = styled(Row)`
  justify-content: space-between;
`;

/** As `Row`, all on one line. */
export const Line = styled(Row)`
  flex-wrap: nowrap;
`;

/** Things one below the other. */
export const Stack = styled.div<Gapped>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${gap}
`;

interface ColumnsProps extends Gapped {
  /** Their widths, as CSS has them. */
  readonly $of: string;
  readonly $below: keyof typeof below;
}

/** Things in columns; one below the other where the window is narrower. */
export const Columns = styled.div<ColumnsProps>`
  display: grid;
  grid-template-columns: ${({ $of }) => $of};
  ${gap}

  ${({ $below }) => below[$below]} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
