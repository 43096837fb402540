import { type ClipboardEvent, useState } from 'react';
import styled, { css, keyframes } from 'styled-components';
import type { ProjectTab } from '../../../contract/projects';
import type { TabOfProject } from '../../projects/projectsSelectors';
import { ellipsis } from '../../ui/display/text';
import { below, hideOnPhones, Line } from '../../ui/layout/spacing';
import { CopyButton } from '../../ui/forms/CopyButton';
import { selectMethodRights } from '../../keys/keysSelectors';
import { noticeShown } from '../../notices/noticesSlice';
import { MethodBadge } from '../../ui/display/MethodBadge';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const wash = keyframes`
  from { background: var(--accent-soft-hover); }
  to { background: transparent; }
`;

const roll = keyframes`
  from { opacity: 0; translate: 0 0.7em; }
`;

const Bar = styled(Line)`
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

  ${hideOnPhones}
`;

/** A click or keyboard focus selects the whole URL. */
const Url = styled.span`
  position: relative;
  isolation: isolate;
  flex: 1;
  min-width: 0;
  ${ellipsis}
  border-radius: var(--r-xs);
  color: var(--ink-3);
  font: 450 13px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  user-select: all;

  & > b {
    color: var(--ink);
    font-weight: 450;
  }
  & > em {
    color: var(--accent-text);
    font-style: normal;
    font-weight: 600;
  }
  &:focus-visible {
    outline-offset: -1px;
  }
  ${below.lists} {
    flex-basis: 100%;
    order: 3;
    white-space: normal;
  }
`;

const rolling = css`
  display: inline-block;
  animation: ${roll} var(--t) var(--ease);
`;

const Last = styled.em<{ $rolls: boolean }>`
  ${({ $rolls }) => $rolls && rolling}

  ${below.lists} {
    display: inline;
  }
`;

/** Highlights the URL for a moment each time it is copied. */
const Wash = styled.span`
  position: absolute;
  z-index: -1;
  inset: 0;
  animation: ${wash} 0.8s var(--ease);
`;

const Copy = styled(CopyButton)`
  height: max(36px, var(--control-sm));
`;

/** Splits the URL of an endpoint into the part before the project, the project and the tab. */
function splitUrl(url: string) {
  const [, before = '', project = '', tab = ''] = /^(.*\/v1\/)([^/]+)(\/.*)$/.exec(url) ?? ['', url];
  return { before, project, tab };
}

interface EndpointUrlProps {
  readonly tab: ProjectTab;
  /** Number of times the URL was copied. */
  readonly copies: number;
  readonly onCopied: () => void;
}

/** The URL as selectable text. When the tab changes, only its last part is animated. */
function EndpointUrl({ tab, copies, onCopied }: EndpointUrlProps) {
  const [first] = useState(tab.sheetId);
  const { before, project, tab: last } = splitUrl(tab.url);
  const copyAll = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', tab.url);
    event.preventDefault();
    onCopied();
  };
  return (
    <Url role="textbox" aria-readonly="true" aria-label="Endpoint URL" tabIndex={0} onCopy={copyAll}>
      {copies > 0 && <Wash key={`wash ${copies}`} />}
      {before}
      <wbr />
      <b>{project}</b>
      <wbr />
      <Last key={`tab ${tab.sheetId}`} $rolls={tab.sheetId !== first}>
        {last}
      </Last>
    </Url>
  );
}

const COPIED = 'Endpoint URL copied';

/** The endpoint of a tab: its methods, its URL, and a copy button. */
export function EndpointBar({ project, tab }: TabOfProject) {
  const dispatch = useAppDispatch();
  const rights = useAppSelector(selectMethodRights, project, tab.sheetId);
  const [copies, setCopies] = useState(0);
  const onCopied = () => setCopies(copies + 1);
  const onCopiedByKey = () => {
    onCopied();
    dispatch(noticeShown({ kind: 'info', text: COPIED }));
  };
  return (
    <Bar>
      <Methods>
        {rights.map(({ method, off }) => (
          <MethodBadge key={method} method={method} off={off} />
        ))}
      </Methods>
      <Divider />
      <EndpointUrl tab={tab} copies={copies} onCopied={onCopiedByKey} />
      <Copy size="small" text={tab.url} announcement={COPIED} onCopied={onCopied} />
    </Bar>
  );
}
