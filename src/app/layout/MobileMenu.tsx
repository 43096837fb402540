import { useLocation } from 'react-router';
import styled, { css } from 'styled-components';
import { Link } from '../ui/display/Link';
import { Icon } from '../ui/display/Icon';
import { paths } from '../paths';
import { selectUser } from '../session/sessionSelectors';
import { signOutRequested } from '../session/sessionSlice';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { isCurrent, navItems } from './navItems';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { insetFocus } from '../ui/layout/spacing';

/** Window width in pixels from which the header shows the links itself. */
const MIN_WIDE_WIDTH = 761;

const Sheet = styled.div`
  position: fixed;
  z-index: var(--z-menu);
  inset: var(--header-h) 0 0;
  overflow: auto;
  padding: 8px 16px;
  background: var(--surface);
`;

const line = css`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  height: 48px;
  border-bottom: 1px solid var(--line);
  color: var(--ink);
  font-size: 16px;

  & > svg {
    color: var(--ink-3);
  }
  &[aria-current] {
    font-weight: var(--weight-bold);
  }
  ${insetFocus}
`;

const Line = styled(Link)`
  ${line}
`;

const ActionLine = styled.button`
  ${line}
`;

const Email = styled.p`
  padding: 24px 0 4px;
  color: var(--ink-3);
  font-size: var(--text-sm);
`;

interface MobileMenuProps {
  readonly id: string;
  readonly onClose: () => void;
  /** Called when the menu is closed without a navigation. */
  readonly onLeave: () => void;
}

/** Closes the menu on Esc, and when the window becomes wide enough for the links in the header. */
function useClosing({ onClose, onLeave }: Pick<MobileMenuProps, 'onClose' | 'onLeave'>) {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
  });
  useWindowEvent('resize', () => {
    if (window.innerWidth >= MIN_WIDE_WIDTH) onClose();
  });
}

/** The navigation on phones: a sheet below the header that covers the page. */
export function MobileMenu({ id, onClose, onLeave }: MobileMenuProps) {
  const { pathname } = useLocation();
  const email = useAppSelector(selectUser)?.email;
  const dispatch = useAppDispatch();
  useClosing({ onClose, onLeave });
  return (
    <Sheet id={id} role="dialog" aria-label="Menu">
      <nav aria-label="Main">
        {navItems.map(({ word, to }) => (
          <Line key={to} to={to} aria-current={isCurrent(to, pathname) ? 'page' : undefined} onClick={onClose}>
            {word}
          </Line>
        ))}
      </nav>
      <Email>{email}</Email>
      <Line to={paths.account} onClick={onClose}>
        <Icon name="person" />
        Account
      </Line>
      <ActionLine type="button" onClick={() => dispatch(signOutRequested())}>
        <Icon name="leave" />
        Logout
      </ActionLine>
    </Sheet>
  );
}
