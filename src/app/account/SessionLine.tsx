import styled, { css } from 'styled-components';
import { Ago } from '../parts/Ago';
import { Button } from '../parts/Button';
import type { OpenSession } from './sessionsMachine';
import { deviceOf, type Device } from './device';

/** A line of the list of sessions. */
export const sessionLine = css`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 66px;
  padding: 12px 12px 12px 16px;

  & > svg {
    color: var(--ink-3);
  }
  & > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    line-height: 20px;
  }
`;

const Line = styled.li`
  ${sessionLine}

  & + & {
    border-top: 1px solid var(--line);
  }
`;

const Name = styled.p`
  font-weight: var(--weight-medium);
`;

const Place = styled.p`
  color: var(--ink-3);
  font-size: var(--text-sm);
`;

const Current = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  height: 22px;
  padding: 0 8px;
  border-radius: var(--r-full);
  color: var(--success-text);
  background: var(--success-soft);
  font-size: var(--text-xs);
  font-weight: var(--weight-medium);

  &::before {
    content: '';
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--success-dot);
  }
`;

const shapes: Record<Device['kind'], string> = {
  computer: 'M4 3.25h8c.55 0 1 .45 1 1v5c0 .55-.45 1-1 1H4c-.55 0-1-.45-1-1v-5c0-.55.45-1 1-1ZM1.75 12.75h12.5',
  phone:
    'M6.25 1.75h3.5c.83 0 1.5.67 1.5 1.5v9.5c0 .83-.67 1.5-1.5 1.5h-3.5c-.83 0-1.5-.67-1.5-1.5v-9.5c0-.83.67-1.5 1.5-1.5ZM7.25 12h1.5',
};

const DeviceIcon = ({ kind }: Pick<Device, 'kind'>) => (
  <svg
    width={18}
    height={18}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={shapes[kind]} />
  </svg>
);

interface SessionLineProps {
  readonly session: OpenSession;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

/** One session: its device, its network address and when it was used; the one of this browser cannot be ended here. */
export function SessionLine({ session, ending, onEnd }: SessionLineProps) {
  const { name, kind } = deviceOf(session.userAgent);
  const { address, current, updatedAt } = session;
  return (
    <Line>
      <DeviceIcon kind={kind} />
      <div>
        <Name>{name}</Name>
        <Place>
          {address !== '' && `${address}, `}
          {current ? 'this browser' : <Ago time={updatedAt} never="" />}
        </Place>
      </div>
      {current ? (
        <Current>Current</Current>
      ) : (
        <Button look="ghost" size="small" loading={ending} aria-label={`End session, ${name}`} onClick={onEnd}>
          End session
        </Button>
      )}
    </Line>
  );
}
