/** Widths at which the layout changes (custom properties do not work in media queries). */
export const below = {
  /** Gutters and titles shrink. */
  gutters: '@media (max-width: 639px)',
  /** The navigation collapses and tables become lists. */
  lists: '@media (max-width: 760px)',
  /** Two columns become one. */
  columns: '@media (max-width: 1023px)',
} as const;
