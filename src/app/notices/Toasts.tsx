import styled, { keyframes } from 'styled-components';
import { Link } from '../ui/display/Link';
import { besideIcon, smallText } from '../ui/display/text';
import { below } from '../ui/layout/spacing';
import { IconButton } from '../ui/forms/Button';
import { Icon } from '../ui/display/Icon';
import {
  type Notice,
  type NoticeAction,
  noticeDismissed,
  noticeHeld,
  noticeReleased,
  selectNotices,
} from './noticesSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const rise = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

const Stack = styled.div`
  position: fixed;
  z-index: var(--z-toast);
  right: 24px;
  bottom: 24px;
  display: grid;
  gap: 8px;

  ${below.lists} {
    right: 16px;
    bottom: 16px;
    left: 16px;
  }
`;

const Box = styled.div<{ $bad: boolean }>`
  ${besideIcon}
  gap: 10px;
  width: 360px;
  max-width: 100%;
  padding: 12px 12px 12px 14px;
  border-radius: var(--r-lg);
  background: var(--raised);
  box-shadow: var(--shadow-3);
  ${smallText}
  animation: ${rise} var(--t-slow) var(--ease);

  & > svg {
    color: var(${({ $bad }) => ($bad ? '--danger-dot' : '--success-dot')});
  }
  & > p {
    flex: 1;
    min-width: 0;
    font-weight: var(--weight-medium);
  }
  & > p > span {
    display: block;
    color: var(--ink-2);
    font-weight: var(--weight-regular);
  }
  & > button:last-child {
    margin: -4px -4px -4px 0;
  }
  ${below.lists} {
    width: 100%;
  }
`;

const ChoiceButton = styled.button`
  min-height: 24px;
  margin: -2px 0;
  padding: 2px 4px;
  border-radius: var(--r-xs);
  color: var(--accent-text);
  font-weight: var(--weight-semibold);

  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

function Choice({ action, onChosen }: { readonly action: NoticeAction; readonly onChosen: () => void }) {
  const dispatch = useAppDispatch();
  const choose = () => {
    onChosen();
    if ('event' in action) dispatch(action.event);
  };
  const props = { onClick: choose, children: action.label };
  return 'to' in action ? (
    <ChoiceButton as={Link} to={action.to} {...props} />
  ) : (
    <ChoiceButton type="button" {...props} />
  );
}

function Toast({ notice }: { readonly notice: Notice }) {
  const dispatch = useAppDispatch();
  const hold = () => dispatch(noticeHeld(notice.id));
  const release = () => dispatch(noticeReleased(notice.id));
  const dismiss = () => dispatch(noticeDismissed(notice.id));
  const bad = notice.kind === 'error';
  return (
    <Box
      $bad={bad}
      role={bad ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name={bad ? 'alert' : 'checkRound'} />
      <p>
        {notice.text}
        {notice.detail !== undefined && <span>{notice.detail}</span>}
      </p>
      {notice.action && <Choice action={notice.action} onChosen={dismiss} />}
      <IconButton icon="cross" label="Dismiss" onClick={dismiss} />
    </Box>
  );
}

/** The toasts, the newest at the bottom. */
export const Toasts = () => (
  <Stack>
    {useAppSelector(selectNotices).map((notice) => (
      <Toast key={notice.id} notice={notice} />
    ))}
  </Stack>
);
