import type { Ref } from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import { ellipsis } from '../ui/display/text';
import { Link } from '../ui/display/Link';
import { below, Column, hideOnPhones, Line } from '../ui/layout/spacing';
import { IconButton } from '../ui/forms/Button';
import { Icon } from '../ui/display/Icon';
import { Menu } from '../ui/overlays/Menu';
import { Wordmark } from '../ui/layout/Wordmark';
import { paths } from '../paths';
import { selectUser } from '../session/sessionSelectors';
import { signOutRequested } from '../session/sessionSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { isCurrent, navItems } from './navItems';

const EmailButton = styled.button`
  display: flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  height: 36px;
  padding: 0 8px 0 10px;
  border-radius: var(--r-sm);
  color: var(--ink-2);
  font-size: var(--text-sm);

  & > span {
    ${ellipsis}
  }
  &:hover,
  &[aria-expanded='true'] {
    color: var(--ink);
    background: var(--subtle);
  }
`;

/** The signed-in user's email; hover or click opens the account menu. */
function AccountMenu() {
  const email = useAppSelector(selectUser)?.email;
  const dispatch = useAppDispatch();
  return (
    <Menu
      hover
      button={(props) => (
        <EmailButton type="button" {...props}>
          <span>{email}</span>
          <Icon name="down" size={14} />
        </EmailButton>
      )}
      items={[
        { icon: 'person', label: 'Account', to: paths.account },
        { icon: 'leave', label: 'Logout', separatorBefore: true, onChoose: () => dispatch(signOutRequested()) },
      ]}
    />
  );
}

const Bar = styled.header`
  position: sticky;
  z-index: var(--z-header);
  top: 0;
  flex: none;
  height: var(--header-h);
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  /* The wordmark and the links keep their words; the email address gets shorter instead. */
  overflow-wrap: normal;
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

const Nav = styled(Line).attrs({ as: 'nav' })`
  gap: 2px;
  margin-right: auto;

  ${hideOnPhones}
`;

/** A navigation link. A bold copy of its text, without height, reserves the width, so that nothing moves when the link becomes bold. */
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
  /** Id of the mobile menu that the menu button opens. */
  readonly sheetId: string;
}

/** The header: wordmark, navigation and account menu. */
export function Header({ menuOpen, onMenu, menuButton, sheetId }: HeaderProps) {
  const { pathname } = useLocation();
  return (
    <Bar>
      <Inside>
        <Wordmark />
        <Nav aria-label="Main">
          {navItems.map(({ word, to }) => (
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
