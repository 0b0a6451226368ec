"""Draws 40 pictures of pages, each with its text beside it, for `measure-recognition.ts`.

Usage: `python bench/parsing/make-pictures.py FOLDER` (needs Pillow, NumPy and the fonts below).
"""

import random
import sys
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

WIDTH, HEIGHT, MARGIN = 1240, 1754, 110
SCRIPTS = {
    "latin": {
        "fonts": ["LiberationSerif-Regular.ttf", "DejaVuSansMono.ttf", "EBGaramond12-Regular.otf"],
        "joint": " ",
        "sentences": [
            "The harbour office opens at 7:30 and closes at 16:45 from Monday to Friday.",
            "A permit costs 128.50 euro; vessels under 9 metres pay half of it.",
            "Every skipper reports the number of persons on board before departure.",
            "In 2019 the council rebuilt the eastern pier, which a storm had damaged.",
            "Fuel is sold at berth 14 only, and smoking is forbidden within 25 metres.",
            "Questions are answered by the harbour master, Ms Quigley, at extension 307.",
            "Lost property is kept for six weeks and then given to the lifeboat society.",
            "The tide table on page 3 applies to Zwolle, Jever and Vlissingen alike.",
        ],
    },
    "cyrillic": {
        "fonts": ["LiberationSerif-Regular.ttf", "DejaVuSans.ttf"],
        "joint": " ",
        "sentences": [
            "Библиотека работает с 9:30 до 18:00 ежедневно, кроме воскресенья.",
            "Читательский билет стоит 250 рублей и действует один год.",
            "Книги выдаются на срок до 21 дня, журналы только в читальном зале.",
            "В 2017 году здание отремонтировали и построили новый лифт.",
            "За каждый день задержки взимается плата в размере 5 рублей.",
            "Объявления о лекциях публикуются на стенде у главного входа.",
        ],
    },
    "chinese": {
        "fonts": ["wqy-zenhei.ttc"],
        "joint": "",
        "sentences": [
            "图书馆每天上午九点开门，下午六点关门，星期日休息。",
            "借书证的费用是二十五元，有效期为一年。",
            "读者每次可以借五本书，借期为二十一天。",
            "二〇一七年大楼经过维修，并安装了新的电梯。",
            "请保持安静，不要在阅览室里吃东西或者打电话。",
            "讲座的通知贴在大门旁边的公告栏上。",
        ],
    },
}
KINDS = ["plain", "skew", "noise", "columns", "table", "photo", "font", "turned"]


def wrap(draw, text, font, width):
    """Splits text into lines; Chinese breaks between any two characters."""
    pieces = text.split(" ") if " " in text else list(text)
    joint = " " if " " in text else ""
    lines, line = [], ""
    for piece in pieces:
        longer = line + joint + piece if line else piece
        if line and draw.textlength(longer, font=font) > width:
            lines.append(line)
            line = piece
        else:
            line = longer
    return lines + [line]


def write_column(draw, text, font, left, width):
    for at, line in enumerate(wrap(draw, text, font, width)):
        draw.text((left, MARGIN + at * font.size * 1.5), line, font=font, fill=20)


def write_table(draw, random_, font):
    rows = [["No.", "2018", "2019", "2020"]]
    rows += [[str(at + 1)] + [f"{random_.uniform(1, 999):.2f}" for _ in range(3)] for at in range(14)]
    for at, row in enumerate(rows):
        top = MARGIN + at * 60
        draw.rectangle((MARGIN, top, WIDTH - MARGIN, top + 60), outline=90)
        for column, cell in enumerate(row):
            draw.text((MARGIN + 20 + column * 250, top + 12), cell, font=font, fill=20)
    return "\n".join(" ".join(row) for row in rows)


def photograph(picture, random_):
    """Shows a page at an angle, in uneven light and slightly out of focus."""
    shift = [random_.uniform(0.01, 0.05) for _ in range(8)]
    corners = (
        (-shift[0] * WIDTH, -shift[1] * HEIGHT),
        (-shift[2] * WIDTH, HEIGHT * (1 + shift[3])),
        (WIDTH * (1 + shift[4]), HEIGHT * (1 + shift[5])),
        (WIDTH * (1 + shift[6]), -shift[7] * HEIGHT),
    )
    quad = [value for corner in corners for value in corner]
    turned = picture.transform(picture.size, Image.Transform.QUAD, quad, Image.Resampling.BICUBIC, fillcolor=140)
    light = numpy.linspace(0.6, 1, WIDTH)[None, :] * numpy.linspace(1, 0.8, HEIGHT)[:, None]
    shaded = Image.fromarray((numpy.asarray(turned) * light).astype("uint8"))
    return shaded.filter(ImageFilter.GaussianBlur(0.8))


def draw_page(script, kind, seed):
    random_ = random.Random(f"{script} {kind} {seed}")
    settings = SCRIPTS[script]
    name = settings["fonts"][(1 + seed) % len(settings["fonts"]) if kind == "font" else 0]
    font = ImageFont.truetype(name, 30)
    picture = Image.new("L", (WIDTH, HEIGHT), 250)
    draw = ImageDraw.Draw(picture)
    sentences = [random_.choice(settings["sentences"]) for _ in range(12)]
    text = settings["joint"].join(sentences)
    if kind == "table":
        text = write_table(draw, random_, font)
    elif kind == "columns":
        text = ""
        for column in range(2):
            part = settings["joint"].join(sentences[column * 6 : column * 6 + 6])
            write_column(draw, part, font, MARGIN + column * 540, 480)
            text += part + "\n"
    else:
        write_column(draw, text, font, MARGIN, WIDTH - 2 * MARGIN)
    if kind == "skew":
        picture = picture.rotate(random_.uniform(2, 6), Image.Resampling.BICUBIC, fillcolor=250)
    elif kind == "turned":
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    elif kind == "noise":
        grain = numpy.random.default_rng(seed).normal(0, 45, (HEIGHT, WIDTH))
        picture = Image.fromarray(numpy.clip(numpy.asarray(picture) + grain, 0, 255).astype("uint8"))
    elif kind == "photo":
        picture = photograph(picture, random_)
    return picture, text


folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for script in SCRIPTS:
    for kind in KINDS if script == "latin" else KINDS[:6]:
        for seed in range(2):
            picture, text = draw_page(script, kind, seed)
            picture.save(folder / f"{script}_{kind}-{seed}.png")
            (folder / f"{script}_{kind}-{seed}.txt").write_text(text, encoding="utf8")
