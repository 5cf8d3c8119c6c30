"""Lines that end in LF or CRLF: the start and the end of the one around a byte offset.

`text` has all lines of a document, by number and in all encodings; these need the bytes alone.
"""

from __future__ import annotations


def find_line_start(data: bytes, offset: int) -> int:
    """Return the byte offset of the start of the line around an offset."""
    return data.rfind(b"\n", 0, offset) + 1


def find_line_end(data: bytes, offset: int) -> int:
    """Return the byte offset of the end of the line around an offset, before its line break."""
    end = data.find(b"\n", offset)
    end = len(data) if end < 0 else end
    return end - 1 if end > offset and data[end - 1] == 0x0D else end


def copy_line_breaks(text: str, data: bytes) -> str:
    """Return a text for a new file, with the line breaks of another file's first line, or LF."""
    end = data.find(b"\n")
    line_break = "\r\n" if end > 0 and data[end - 1] == 0x0D else "\n"
    return line_break.join(text.replace("\r\n", "\n").split("\n"))
