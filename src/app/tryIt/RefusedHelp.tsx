import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import { Icon } from '../parts/Icon';
import { TextLink } from '../parts/text';
import { paths } from '../paths';
import type { ApiCall } from './calls';
import type { TriedAnswer } from './tryItApi';

const Strip = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  padding: 12px 14px;
  color: var(--ink);
  background: var(--warn-soft);
  font-size: var(--text-sm);
  line-height: 20px;

  & > svg {
    margin-top: 2px;
    color: var(--warn-text);
  }
`;

const READ_ONLY = 'Read only: share it with your connected account to write.';

function codeOf({ body }: TriedAnswer): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}

interface RefusedHelpProps {
  readonly project: Project;
  readonly tab: ProjectTab;
  readonly call: ApiCall;
  readonly answer: TriedAnswer;
}

/** What to do about a call that was refused for lack of a right; nothing for other refusals: their answer says it. */
export function RefusedHelp({ project, tab, call, answer }: RefusedHelpProps) {
  if (answer.status !== 401 && answer.status !== 403) return null;
  const access = paths.project(project.id, tab.title, 'access');
  const code = codeOf(answer);
  return (
    <Strip>
      <Icon name="key" />
      {code === 'read_only' ? (
        <p>{project.readOnlyReason ?? READ_ONLY}</p>
      ) : code === 'origin_refused' ? (
        <p>
          Paste a key for this site, or <TextLink to={access}>add the site in Access.</TextLink>
        </p>
      ) : (
        <p>
          Paste a key that may {call.scope}, or <TextLink to={access}>make one in Access.</TextLink>
        </p>
      )}
    </Strip>
  );
}
