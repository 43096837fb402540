import { lazy, Suspense, type ComponentProps, type ReactNode, type Ref } from 'react';
import type { IconName } from './Icon';
import { idle } from './idle';

/** One thing to choose. */
export interface MenuChoice {
  readonly label: string;
  readonly icon: IconName;
  /** The page it goes to; else `onChoose` does something. */
  readonly to?: string;
  readonly onChoose?: () => void;
  /** A file that it downloads. */
  readonly href?: string;
  /** A second, quiet line. */
  readonly hint?: string;
  /** It takes something away. */
  readonly danger?: boolean;
  /** A rule stands before it. */
  readonly ruled?: boolean;
}

export interface MenuButtonProps extends ComponentProps<'button'> {
  readonly ref?: Ref<HTMLButtonElement>;
}

export interface MenuProps {
  /** Whether pointing at the button opens the menu. */
  readonly hover?: boolean;
  /** Renders the button; everything it is given goes onto it. */
  readonly button: (props: MenuButtonProps) => ReactNode;
  readonly items: readonly MenuChoice[];
}

/** What makes menus work comes in a file of its own, after the page: it is as large as a page. */
const LoadedMenu = lazy(async () => {
  await idle();
  return { default: (await import(/* webpackChunkName: "menu" */ './LoadedMenu')).LoadedMenu };
});

/** A button and the menu that it opens. */
export const Menu = (props: MenuProps) => (
  <Suspense fallback={props.button({ 'aria-haspopup': 'menu', 'aria-expanded': false })}>
    <LoadedMenu {...props} />
  </Suspense>
);
