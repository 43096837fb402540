import { useState } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { useSelector } from 'react-redux';
import type { Project, ProjectTab } from '../../contract/projects';
import { below } from '../parts/breakpoints';
import { CopyButton } from '../parts/CopyButton';
import { selectMethodRights } from '../keys/keysSelectors';
import { MethodBadge } from '../parts/MethodBadge';
import type { RootState } from '../rootReducer';

const wash = keyframes`
  from { background: var(--accent-soft-hover); }
`;

const roll = keyframes`
  from { opacity: 0; translate: 0 0.7em; }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 48px;
  margin-top: 13px;
  padding: 0 5px 0 13px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: var(--shadow-1);

  ${below.lists} {
    flex-wrap: wrap;
    gap: 10px;
    padding: 11px;
  }
`;

const Methods = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;

  ${below.lists} {
    flex: 1;
  }
`;

const Divider = styled.span`
  width: 1px;
  height: 20px;
  background: var(--line);

  ${below.lists} {
    display: none;
  }
`;

const washed = css`
  animation: ${wash} 0.8s var(--ease);
`;

/** A press selects all of it. */
const Url = styled.span<{ $washed: boolean }>`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  border-radius: var(--r-xs);
  color: var(--ink-3);
  font: 450 13px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  text-overflow: ellipsis;
  white-space: nowrap;
  user-select: all;
  ${({ $washed }) => $washed && washed}

  & > b {
    color: var(--ink);
    font-weight: 450;
  }
  & > em {
    display: inline-block;
    color: var(--accent-text);
    font-style: normal;
    font-weight: 600;
    animation: ${roll} var(--t) var(--ease);
  }
  ${below.lists} {
    flex-basis: 100%;
    order: 3;
    overflow-wrap: anywhere;
    white-space: normal;

    & > em {
      display: inline;
    }
  }
`;

const Copy = styled(CopyButton)`
  height: max(36px, var(--control-sm));
`;

/** The URL of an endpoint in its three parts: what comes before the project, the project, the tab. */
function partsOf(url: string) {
  const [, before = '', project = '', tab = ''] = /^(.*\/v1\/)([^/]+)(\/.*)$/.exec(url) ?? ['', url];
  return { before, project, tab };
}

interface EndpointBarProps {
  readonly project: Project;
  readonly tab: ProjectTab;
}

/** The endpoint of a tab: what can be done with it, its URL, and a way to copy that. */
export function EndpointBar({ project, tab }: EndpointBarProps) {
  const rights = useSelector((state: RootState) => selectMethodRights(state, project, tab.sheetId));
  const [copies, setCopies] = useState(0);
  const parts = partsOf(tab.url);
  return (
    <Bar>
      <Methods>
        {rights.map(({ method, off }) => (
          <MethodBadge key={method} method={method} off={off} />
        ))}
      </Methods>
      <Divider />
      <Url key={`${tab.sheetId} ${copies}`} $washed={copies > 0}>
        {parts.before}
        <wbr />
        <b>{parts.project}</b>
        <wbr />
        <em>{parts.tab}</em>
      </Url>
      <Copy size="small" text={tab.url} done="Endpoint URL copied" onCopied={() => setCopies(copies + 1)} />
    </Bar>
  );
}
