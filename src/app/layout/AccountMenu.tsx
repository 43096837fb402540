import styled from 'styled-components';
import { Icon } from '../parts/Icon';
import { Menu } from '../parts/Menu';
import { paths } from '../paths';
import { selectUser } from '../session/sessionSelectors';
import { signOutRequested } from '../session/sessionSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const EmailButton = styled.button`
  display: flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  height: 36px;
  padding: 0 8px 0 10px;
  border: 0;
  border-radius: var(--r-sm);
  color: var(--ink-2);
  background: none;
  font-size: var(--text-sm);

  &:hover,
  &[aria-expanded='true'] {
    color: var(--ink);
    background: var(--subtle);
  }
`;

const Email = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The signed-in person's email; pointing at it or pressing it opens the account's menu. */
export function AccountMenu() {
  const email = useAppSelector(selectUser)?.email;
  const dispatch = useAppDispatch();
  return (
    <Menu
      hover
      button={(props) => (
        <EmailButton type="button" {...props}>
          <Email>{email}</Email>
          <Icon name="down" size={14} />
        </EmailButton>
      )}
      items={[
        { icon: 'person', label: 'Account', to: paths.account },
        { icon: 'leave', label: 'Logout', ruled: true, onChoose: () => dispatch(signOutRequested()) },
      ]}
    />
  );
}
