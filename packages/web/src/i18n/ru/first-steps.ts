import type { OwnTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const firstSteps: OwnTexts['firstSteps'] = {
  title: 'Три шага до первого ответа',
  text: 'Порядок не важен. Эта страница исчезнет сама.',
  left: (count) => `Настройка Lectern: ещё ${plural(count, ['шаг', 'шага', 'шагов'])}`,
  done: 'готово',
  documents: 'Добавьте документы',
  documentsText: 'PDF, офисные файлы, веб-страницы, почта, заметки и другое.',
  chooseFiles: 'Выбрать файлы',
  orDrop: 'Или перетащите файлы сюда',
  model: 'Подключите модель',
  modelText: 'Без неё ответы цитируют ваши документы. Модель пишет также обзоры и сравнения.',
  connectModel: 'Подключить по адресу',
  question: 'Задайте вопрос',
  questionText: 'В ответе будут ссылки на источники.',
  ask: 'Спросить',
};
