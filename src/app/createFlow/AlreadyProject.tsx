import type { SheetPreview } from '../../contract/projects';
import { Icon } from '../parts/Icon';
import { TextLink } from '../parts/text';
import { paths } from '../paths';
import { SmallWithIcon } from './SmallWithIcon';

interface AlreadyProjectProps {
  readonly preview: SheetPreview;
}

/** Said of a spreadsheet that the person has a project of: creating it again makes no second one. */
export function AlreadyProject({ preview: { alreadyProject, tabs } }: AlreadyProjectProps) {
  const [first] = tabs;
  if (alreadyProject === undefined || first === undefined) return null;
  return (
    <SmallWithIcon>
      <Icon name="info" />
      <span>
        You have a project of this sheet; creating it again makes no second one.{' '}
        <TextLink to={paths.project(alreadyProject, first.title)}>Open it</TextLink>
      </span>
    </SmallWithIcon>
  );
}
