import type { Ref } from 'react';
import { Link, useLocation } from 'react-router';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { IconButton } from '../parts/Button';
import { Column } from '../parts/spacing';
import { Wordmark } from '../parts/Wordmark';
import { AccountMenu } from './AccountMenu';
import { isCurrent, places } from './places';

const Bar = styled.header`
  position: sticky;
  z-index: var(--z-header);
  top: 0;
  flex: none;
  height: var(--header-h);
  border-bottom: 1px solid var(--line);
  background: var(--surface);
`;

const Inside = styled(Column)`
  display: flex;
  align-items: center;
  gap: 28px;
  height: 100%;

  ${below.lists} {
    gap: 10px;
  }
`;

const Nav = styled.nav`
  display: flex;
  align-items: center;
  gap: 2px;
  margin-right: auto;

  ${below.lists} {
    display: none;
  }
`;

/** A bold copy of the word, without height, holds the width, so that nothing moves when the link becomes bold. */
const NavLink = styled(Link)`
  display: grid;
  padding: 6px 11px;
  border-radius: var(--r-sm);
  color: var(--ink-2);
  line-height: 20px;
  transition:
    background var(--t-fast),
    color var(--t-fast);

  &::after {
    content: attr(data-word);
    height: 0;
    overflow: hidden;
    font-weight: var(--weight-bold);
    visibility: hidden;
  }
  &:hover {
    color: var(--ink);
    background: var(--subtle);
  }
  &[aria-current] {
    color: var(--ink);
    font-weight: var(--weight-bold);
  }
`;

const Account = styled.div`
  min-width: 0;

  ${below.lists} {
    max-width: 168px;
    margin-left: auto;
  }
`;

const MenuButton = styled(IconButton)`
  display: none;

  ${below.lists} {
    display: inline-flex;
  }
`;

interface HeaderProps {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly menuButton: Ref<HTMLButtonElement>;
  /** Id of the sheet that the menu button opens on phones. */
  readonly sheetId: string;
}

/** The wordmark, the places of the app, and the person's menu. */
export function Header({ menuOpen, onMenu, menuButton, sheetId }: HeaderProps) {
  const { pathname } = useLocation();
  return (
    <Bar>
      <Inside>
        <Wordmark />
        <Nav aria-label="Main">
          {places.map(({ word, to }) => (
            <NavLink key={to} to={to} data-word={word} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
              {word}
            </NavLink>
          ))}
        </Nav>
        <Account>
          <AccountMenu />
        </Account>
        <MenuButton
          ref={menuButton}
          icon="bars"
          label="Menu"
          aria-expanded={menuOpen}
          aria-controls={sheetId}
          onClick={onMenu}
        />
      </Inside>
    </Bar>
  );
}
