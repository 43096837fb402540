import { grid } from '../../../src/app/machine/diagram';
import { previewMachine } from '../../../src/app/templates/templatesSlice';

it('previewing a template, and using it', () => {
  expect(grid(previewMachine).split('\n')).toEqual([
    '|  | previewOpened | previewTabChosen | previewClosed | copyRequested | templateCopied | copyRefused | templatesLeft |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    '| **closed** | open | · | · | · | · | · | · |',
    '| **open** | · | open | closed | copying | · | · | closed |',
    '| **copying** | · | copying | · | · | closed | open | closed |',
  ]);
});
